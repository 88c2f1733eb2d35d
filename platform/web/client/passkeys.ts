/**
 * What the server and `navigator.credentials` say to each other: the same objects, bytes as base64url there and as
 * buffers here (Web Authentication, 5.1.8 to 5.1.10; browsers learn to do it themselves, not all yet).
 */
type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Where the server's options hold bytes; everything else is text and numbers. */
const BYTES = new Set(["challenge", "id"]);

export function bytes(text: string): ArrayBuffer {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0)).buffer;
}

export function text(buffer: ArrayBuffer): string {
  const plain = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
  return btoa(plain).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The options as the browser wants them. The id of the site is text, those of the person and of keys are bytes. */
export function fromServer(options: { publicKey: Json }): unknown {
  const open = (value: Json, name: string, owner: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => open(one, "", name));
    if (value !== null && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, open(one, key, name || owner)]));
    return typeof value === "string" && BYTES.has(name) && owner !== "rp" ? bytes(value) : value;
  };
  return open(options.publicKey, "", "");
}

/** What the device has signed, for the server. */
export function toServer(credential: PublicKeyCredential): Json {
  const said = credential.response as AuthenticatorAttestationResponse & AuthenticatorAssertionResponse;
  const response: { [name: string]: Json } = { clientDataJSON: text(said.clientDataJSON) };
  if (said.attestationObject) {
    response.attestationObject = text(said.attestationObject);
    response.transports = said.getTransports?.() ?? [];
  } else {
    response.authenticatorData = text(said.authenticatorData);
    response.signature = text(said.signature);
    response.userHandle = said.userHandle ? text(said.userHandle) : null;
  }
  return {
    type: credential.type,
    id: credential.id,
    rawId: text(credential.rawId),
    authenticatorAttachment: credential.authenticatorAttachment,
    response,
    clientExtensionResults: credential.getClientExtensionResults() as { [name: string]: Json },
  };
}
