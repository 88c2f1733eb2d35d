import { describe, expect, test } from "vitest";
import { bytes, fromServer, text, toServer } from "@client/passkeys.ts";

const buffer = (...values: number[]): ArrayBuffer => Uint8Array.from(values).buffer;

describe("bytes as text", () => {
  test.each([[[]], [[0]], [[255, 254, 253]], [[251, 255, 191, 62, 63]], [[1, 2, 3, 4]]])("go there and back: %j", (values: number[]) => {
    const written = text(buffer(...values));
    expect(written).toMatch(/^[\w-]*$/);
    expect([...new Uint8Array(bytes(written))]).toEqual(values);
  });
});

test("the server's options: challenge, person and keys are bytes, the id of the site stays text", () => {
  const options = fromServer({
    publicKey: {
      rp: { id: "localhost", name: "Opentrick" },
      user: { id: "AQI", name: "Alice", displayName: "Alice" },
      challenge: "AwQ",
      pubKeyCredParams: [{ type: "public-key", alg: -7 }],
      excludeCredentials: [{ type: "public-key", id: "BQY" }],
      timeout: null,
    },
  }) as { rp: { id: unknown }; user: { id: ArrayBuffer; name: unknown }; challenge: ArrayBuffer; excludeCredentials: { id: ArrayBuffer; type: unknown }[]; pubKeyCredParams: unknown };
  expect(options.rp.id).toBe("localhost");
  expect([...new Uint8Array(options.user.id)]).toEqual([1, 2]);
  expect(options.user.name).toBe("Alice");
  expect([...new Uint8Array(options.challenge)]).toEqual([3, 4]);
  expect([...new Uint8Array(options.excludeCredentials[0]?.id ?? buffer())]).toEqual([5, 6]);
  expect(options.excludeCredentials[0]?.type).toBe("public-key");
  expect(options.pubKeyCredParams).toEqual([{ type: "public-key", alg: -7 }]);
});

test("what a device signed: without a user handle it says null", () => {
  const credential = {
    type: "public-key",
    id: "AQI",
    rawId: buffer(1, 2),
    authenticatorAttachment: "platform",
    response: { clientDataJSON: buffer(3), authenticatorData: buffer(4), signature: buffer(5), userHandle: null },
    getClientExtensionResults: () => ({}),
  } as unknown as PublicKeyCredential;
  expect(toServer(credential)).toEqual({
    type: "public-key",
    id: "AQI",
    rawId: "AQI",
    authenticatorAttachment: "platform",
    response: { clientDataJSON: "Aw", authenticatorData: "BA", signature: "BQ", userHandle: null },
    clientExtensionResults: {},
  });
});
