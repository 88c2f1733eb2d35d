"""A worker's channel to Redis whose connection was closed says so in words that Celery understands."""

from typing import Any

import pytest
from kombu import Connection

from config.broker import Transport
from config.celery import app


@pytest.mark.parametrize("url", ["redis://localhost:1/0", "rediss://localhost:1/0"])
def test_addresses_of_redis_lead_to_our_transport(url: str):
    assert isinstance(app.connection_for_read(url).transport, Transport)


def test_what_is_given_back_over_a_closed_connection_is_an_error_of_the_connection(redis_url: str):
    with Connection(redis_url, transport_options={"socket_timeout": 5}) as connection:
        expected = connection.connection_errors
        channel: Any = connection.channel()
        channel.queue_declare("lost")
        message = channel.prepare_message("a task")
        channel.basic_publish(message, "", "lost")
        got = channel.basic_get("lost")
        assert got is not None
        assert isinstance(channel.connection, Transport)
        channel._disconnect_pools()
        connection._do_close_transport()  # as Celery does when it has lost the line
        with pytest.raises(expected):
            got.ack()
        channel.connection = None
        with pytest.raises(expected):
            channel.qos.restore_unacked()
        channel.qos._delivered.clear()
