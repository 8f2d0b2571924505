/**
 * A call of a function, as text for a page: its source without comments and indents, its arguments as
 * JSON. The function must use nothing from outside itself.
 */
export function writeInlineCall<Args extends unknown[]>(
  run: (...args: Args) => unknown,
  ...args: Args
): string {
  const source = run
    .toString()
    .replaceAll(/^\s*(\/\/.*|\/\*\*.*\*\/)$/gm, '')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/\s*\n\s*/g, '\n')
    // Around signs, but not in texts. A pattern with a quote in it would be taken for a text.
    .replaceAll(/'[^'\n]*'|`[^`]*`| ?([-+*<>=?:&|,;(){}!]+) ?/g, (all, sign) => sign ?? all)
    .replaceAll(/([{(,=;])\n|\n(?=[})])/g, '$1')
  return `(${source})(${args.map((arg) => JSON.stringify(arg)).join(',')})`.replaceAll('</', '<\\/')
}
