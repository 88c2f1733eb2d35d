/**
 * Which plural form a number takes, from the expression a catalogue carries ("n==1 ? 0 : n==2 ? 1 : 2").
 *
 * The expression is C, and the content security policy forbids to evaluate text; so it is parsed here.
 */

type Node = (n: number) => number;

const LEVELS: string[][] = [["||"], ["&&"], ["==", "!="], ["<=", ">=", "<", ">"], ["+", "-"], ["*", "/", "%"]];

const APPLY: Record<string, (a: number, b: number) => number> = {
  "||": (a, b) => (a || b ? 1 : 0),
  "&&": (a, b) => (a && b ? 1 : 0),
  "==": (a, b) => +(a === b),
  "!=": (a, b) => +(a !== b),
  "<=": (a, b) => +(a <= b),
  ">=": (a, b) => +(a >= b),
  "<": (a, b) => +(a < b),
  ">": (a, b) => +(a > b),
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => Math.trunc(a / b),
  "%": (a, b) => a % b,
};

/** The form of n, by the expression; throws on an expression it cannot read. */
export function pluralRule(expression: string): (n: number) => number {
  const tokens = expression.match(/\d+|n|\|\||&&|[=!<>]=|[-+*/%<>?:()!]/g) ?? [];
  if (tokens.join("") !== expression.replace(/\s+/g, "")) throw new Error(`plural expression cannot be read: ${expression}`);
  let at = 0;
  const take = (): string => {
    const token = tokens[at++];
    if (token === undefined) throw new Error(`plural expression ends early: ${expression}`);
    return token;
  };
  const expect = (token: string): void => {
    if (take() !== token) throw new Error(`plural expression lacks ${token}: ${expression}`);
  };

  function primary(): Node {
    const token = take();
    if (token === "n") return (n) => n;
    if (token === "!") {
      const inner = primary();
      return (n) => +!inner(n);
    }
    if (token === "(") {
      const inner = ternary();
      expect(")");
      return inner;
    }
    if (!/^\d+$/.test(token)) throw new Error(`plural expression has ${token} where a value belongs: ${expression}`);
    const value = Number(token);
    return () => value;
  }

  function binary(level: number): Node {
    if (level === LEVELS.length) return primary();
    let left = binary(level + 1);
    for (let token = tokens[at]; token !== undefined && LEVELS[level]?.includes(token); token = tokens[at]) {
      at++;
      const apply = APPLY[token] as (a: number, b: number) => number;
      const a = left;
      const b = binary(level + 1);
      left = (n) => apply(a(n), b(n));
    }
    return left;
  }

  function ternary(): Node {
    const condition = binary(0);
    if (tokens[at] !== "?") return condition;
    at++;
    const yes = ternary();
    expect(":");
    const no = ternary();
    return (n) => (condition(n) ? yes(n) : no(n));
  }

  const rule = ternary();
  if (at !== tokens.length) throw new Error(`plural expression goes on after its end: ${expression}`);
  return rule;
}
