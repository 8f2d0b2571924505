import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Loaded before a program (`node --import`): ends it as kill -9 does, at the first time it does what
 * DIE_AT says with a file: `before rename media`, `after rename media`, `before createReadStream uploads`.
 * The last word is a part of the file's path.
 */
const [when, operation, place] = (process.env['DIE_AT'] ?? '').split(' ')

if (operation === 'createReadStream') fs.createReadStream = dieAround(fs.createReadStream)
else if (operation) fs.promises[operation] = dieAround(fs.promises[operation])
syncBuiltinESMExports()

function dieAround(call) {
  return (...args) => {
    // What is moved is named by where it comes to lie.
    const isMeant = args.some((arg) => typeof arg === 'string' && isPlace(arg))
    if (!isMeant) return call(...args)
    if (when === 'before') die()
    return Promise.resolve(call(...args)).then(die)
  }
}

function isPlace(path) {
  return path.includes(`/${place}/`) && !path.endsWith('.type') && !path.includes('.type.')
}

function die() {
  process.kill(process.pid, 'SIGKILL')
}
