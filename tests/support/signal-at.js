import { createHook } from 'node:async_hooks'
import { writeSync } from 'node:fs'

/**
 * Loaded before a program (`node --import`): signals it at a moment of its start, as SIGNAL_AT says:
 * `SIGTERM alone 25`, or `SIGINT group 25` for its whole process group. The moment is the 25th time that
 * it begins to wait for a child, a connection or its answer: a signal is heard while a program waits.
 * `SIGHUP alone 4 SIGNAL` counts only what begins to wait for a signal.
 * `count` instead makes it tell at its end how often it began to.
 */
if (process.env['SIGNAL_AT'] !== undefined) signalAt(process.env['SIGNAL_AT'].split(' '))

function signalAt([signal, whom, at, kind]) {
  delete process.env['SIGNAL_AT'] // its children are not meant
  const waiting = kind ? new RegExp(`^${kind}`) : /^(PIPE|PROCESS|TCP|SIGNAL|SHUTDOWN|TickObject)/
  let waits = 0
  createHook({
    init(_, type) {
      if (!waiting.test(type)) return
      waits += 1
      if (waits === Number(at)) process.kill(whom === 'group' ? -process.pid : process.pid, signal)
    },
  }).enable()
  if (signal === 'count') process.on('exit', () => writeSync(1, `It waited ${waits} times.\n`))
}
