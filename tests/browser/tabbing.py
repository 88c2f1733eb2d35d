"""A page as somebody without a mouse goes through it: what Tab reaches, in which order, and whether it shows."""

from typing import Any, cast

from playwright.sync_api import Page

PREPARE = """() => {
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert]');
  const meant = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]';
  const looks = (one) => {
    /* A radio or checkbox that lies invisibly over its label is shown by the label. */
    const label = one.labels && one.labels[0];
    return [one, one.nextElementSibling, label].filter(Boolean).map((part) => {
      const style = getComputedStyle(part);
      const outline = style.outlineStyle === 'none' || parseFloat(style.outlineWidth) === 0 ? '' :
        style.outlineStyle + style.outlineWidth + style.outlineColor;
      return [outline, style.boxShadow, style.backgroundColor, style.borderColor, style.opacity,
        style.textDecorationLine, style.clipPath, style.insetBlockStart, style.transform].join();
    }).join('|');
  };
  const name = (one) => one.tagName.toLowerCase() + (one.id ? '#' + one.id : '') +
    (one.name ? '[' + one.name + '=' + (one.value || '') + ']' : '') + ' ' + one.textContent.trim().slice(0, 30);
  const all = [...document.querySelectorAll(meant)];
  const reachable = all.filter((one) => one.tabIndex >= 0 && !one.disabled && shown(one));
  const groups = new Map();
  for (const one of reachable.filter((one) => one.type === 'radio')) {
    const key = one.name + '/' + [...document.forms].indexOf(one.form);
    if (!groups.has(key) || one.checked) groups.set(key, one);
  }
  const wanted = reachable.filter((one) => one.type !== 'radio' || [...groups.values()].includes(one));
  const before = new Map(reachable.map((one) => [one, looks(one)]));
  /* A page that follows what happens may draw a thing anew: it stays the same thing by its key. */
  const same = (one, other) => one === other || (!!one.dataset.key && one.dataset.key === other.dataset.key);
  window.tabbed = { wanted, came: [], unseen: [], name, same };
  document.addEventListener('focusin', ({ target }) => {
    window.tabbed.came.push(target);
    if (before.has(target) && before.get(target) === looks(target)) window.tabbed.unseen.push(name(target));
  });
  return {
    wanted: wanted.length,
    positive: all.filter((one) => one.tabIndex > 0).map(name),
    stuck: [...document.forms].filter((form) =>
      [...form.elements].some((one) => ['text', 'password', 'email', 'number', 'search'].includes(one.type)) &&
      ![...form.elements].some((one) => one.type === 'submit' && !one.disabled)).map((form) => form.action),
  };
}"""

COUNT = "() => [window.tabbed.came.length, new Set(window.tabbed.came).size]"

RESULT = """() => {
  const { wanted, came, unseen, name, same } = window.tabbed;
  const order = came.slice(0, new Set(came).size);
  /* A page may put the keyboard where it is needed: then the way leads once from the end to the top. */
  const top = wanted[0];
  const back = order.filter((one, i) => i && one !== top && !(order[i - 1].compareDocumentPosition(one) & 4));
  return {
    missed: wanted.filter((one) => !came.some((other) => same(one, other))).map(name),
    back: back.map(name),
    unseen: [...new Set(unseen)],
    skips: !!top && top.matches('a[href^="#"]') && !!document.querySelector(top.getAttribute('href')),
  };
}"""

NAMED = {"button", "link", "textbox", "searchbox", "radio", "checkbox", "combobox", "listbox", "slider", "spinbutton"}
NAMED |= {"image", "img", "dialog", "region", "timer"}


def walk(page: Page) -> list[str]:
    """Press Tab through the page until it begins anew; what is wrong with it."""
    found = cast("dict[str, Any]", page.evaluate(PREPARE))
    faults = [f"has a positive tabindex: {one}" for one in found["positive"]]
    faults += [f"a form that Enter does not send: {one}" for one in found["stuck"]]
    for _ in range(found["wanted"] // 4 + 3):
        for _ in range(4):
            page.keyboard.press("Tab")
        came, different = page.evaluate(COUNT)
        if came > different:
            break  # round once
    else:
        faults.append(f"Tab does not come round: {came} stops for {found['wanted']} things")
    seen = cast("dict[str, Any]", page.evaluate(RESULT))
    faults += [f"Tab does not reach {one}" for one in seen["missed"]]
    faults += [f"comes after what stands below it: {one}" for one in seen["back"]]
    faults += [f"does not show that it has the focus: {one}" for one in seen["unseen"]]
    if not seen["skips"]:
        faults.append("does not begin with a link past the bar")
    return faults


def unnamed(page: Page) -> list[str]:
    """What somebody who listens would meet without a name."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return [
        f"{node['role']['value']} {node.get('backendDOMNodeId')}"
        for node in nodes
        if not node.get("ignored")
        and node.get("role", {}).get("value") in NAMED
        and not str(node.get("name", {}).get("value", "")).strip()
    ]
