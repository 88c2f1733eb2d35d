/**
 * Signing in: passkeys, and showing a password while it is typed. Every page here works without it but for passkeys,
 * whose forms stay hidden until the browser is known to have them.
 */
import "./forms.ts";
import { fromServer, toServer } from "./passkeys.ts";

type Ways = "login" | "get" | "create";

async function credentialFor(form: HTMLFormElement): Promise<PublicKeyCredential> {
  const way = form.dataset["passkey"] as Ways;
  let options = form.dataset["options"];
  if (options === undefined) {
    const answer = await fetch(form.action, { credentials: "same-origin", headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(`no challenge: ${answer.status}`);
    options = JSON.stringify(((await answer.json()) as { request_options: unknown }).request_options);
  }
  const publicKey = fromServer(JSON.parse(options));
  const found =
    way === "create"
      ? await navigator.credentials.create({ publicKey: publicKey as PublicKeyCredentialCreationOptions })
      : await navigator.credentials.get({ publicKey: publicKey as PublicKeyCredentialRequestOptions });
  if (!(found instanceof PublicKeyCredential)) throw new Error("no passkey");
  return found;
}

/** The form leaves only with what the device has signed; until then its key may be pressed again. */
function offer(form: HTMLFormElement): void {
  const field = form.elements.namedItem("credential") as HTMLInputElement;
  const key = form.querySelector("button") as HTMLButtonElement;
  const trouble = form.querySelector<HTMLElement>("[role=alert]");
  form.hidden = false;
  addEventListener("pageshow", () => {
    key.disabled = false;
  });
  form.addEventListener(
    "submit",
    (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      key.disabled = true;
      if (trouble) trouble.hidden = true;
      credentialFor(form)
        .then((credential) => {
          field.value = JSON.stringify(toServer(credential));
          form.submit();
        })
        .catch(() => {
          if (trouble) trouble.hidden = false;
          key.disabled = false;
          key.focus();
        });
    },
    { capture: true },
  );
}

/** The words of the key come with the field, in the language of the page. */
function showable(field: HTMLInputElement): void {
  const { show, hide } = (field.closest<HTMLElement>("[data-show]")?.dataset ?? {}) as { show?: string; hide?: string };
  if (!show || !hide) return;
  const box = document.createElement("div");
  const key = document.createElement("button");
  const say = (): void => {
    key.textContent = field.type === "password" ? show : hide;
  };
  box.className = "revealed";
  key.type = "button";
  key.setAttribute("aria-controls", field.id);
  field.replaceWith(box);
  box.append(field, key);
  key.addEventListener("click", () => {
    field.type = field.type === "password" ? "text" : "password";
    say();
  });
  // A browser that remembers what was typed shall remember it as a password.
  field.form?.addEventListener("submit", () => {
    field.type = "password";
  });
  say();
}

if ("PublicKeyCredential" in window) for (const form of document.querySelectorAll<HTMLFormElement>("form[data-passkey]")) offer(form);
for (const field of document.querySelectorAll<HTMLInputElement>("input[type=password]")) showable(field);

// What was refused is what has to be typed anew; its reason is read with it.
document.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
