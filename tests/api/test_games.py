import pytest

from games.kernel import registry

pytestmark = pytest.mark.django_db


def test_every_game_tells_how_it_may_be_opened(client):
    games = {game["name"]: game for game in client.get("/api/games").json()["games"]}
    assert set(games) == {game.name for game in registry.games()}
    hokm = games["hokm"]
    assert hokm["players"] == [3]
    assert "simple" in hokm["policies"]
    assert [option["name"] for option in hokm["options"]] == [
        option.name for option in registry.game("hokm").ruleset.OPTIONS
    ]


def test_a_default_stands_among_the_values(client):
    for game in client.get("/api/games").json()["games"]:
        for preset in game["presets"]:
            for defaults in preset["defaults"].values():
                for option in game["options"]:
                    default = defaults[option["name"]]
                    words = [value["value"] for value in option["values"]]
                    assert default in words or (option["least"] is not None and default >= option["least"])


def test_the_texts_are_in_the_language_asked_for(client):
    def texts(language: str) -> list[str]:
        games = client.get("/api/games", headers={"accept-language": language}).json()["games"]
        hokm = next(game for game in games if game["name"] == "hokm")
        return [option["title"] for option in hokm["options"]] + [hokm["title"]]

    english, arabic = texts("en"), texts("ar")
    assert not set(english) & set(arabic)


def test_the_values_themselves_are_not_translated(client):
    english = client.get("/api/games", headers={"accept-language": "en"}).json()["games"][0]["options"]
    arabic = client.get("/api/games", headers={"accept-language": "ar"}).json()["games"][0]["options"]
    assert [[value["value"] for value in option["values"]] for option in english] == [
        [value["value"] for value in option["values"]] for option in arabic
    ]


def test_it_rejects_post(client):
    assert client.post("/api/games").status_code in (403, 405)


@pytest.mark.parametrize("forged", ["Bearer ot_forged", "Bearer", "Basic QWxpY2U6", "Bearer a b", "Bearer \xff"])
def test_a_forged_token_is_refused_even_where_none_is_needed(client, forged):
    answer = client.get("/api/games", headers={"authorization": forged})
    assert answer.status_code == 401
    assert answer.json()["error"]["code"] == "unauthorised"
    assert answer["WWW-Authenticate"].startswith("Bearer")
