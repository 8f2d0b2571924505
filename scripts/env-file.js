import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** The settings of the unit. For systemd a # begins a comment only where a line does, for Node anywhere outside quotes. */
export function readEnvFile(path) {
  return parseEnv(readFileSync(path, 'utf8').replaceAll(unquoted, quote))
}

const unquoted = /^([ \t]*\w+[ \t]*=[ \t]*)([^'"`\s][^\r\n]*?)[ \t]*$/gm

function quote(line, name, value) {
  const mark = ["'", '"', '`'].find((one) => !value.includes(one))
  return value.includes('#') && mark ? name + mark + value + mark : line
}
