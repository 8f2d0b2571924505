/** Time as the stand-in has it: this machine's, or ahead of it so that nobody waits for days. */
export interface Clock {
  nowInMs(): number
  nowInSeconds(): number
  aheadInMs(): number
  /** Moves ahead. What falls due by that happens at once, in the order of its time. */
  advance(byInMs: number): void
  /** Runs it once that time has come; at once if it has passed. */
  at(timeInMs: number, run: () => void): void
  /** Nothing is run any more. */
  stop(): void
}

interface Alarm {
  timeInMs: number
  run: () => void
  timer?: NodeJS.Timeout
}

/** setTimeout takes no more; a longer wait is taken up again from there. */
const longestTimerInMs = 2 ** 31 - 1

export function createClock(startsAheadInMs = 0): Clock {
  let aheadInMs = startsAheadInMs
  let isStopped = false
  const alarms = new Set<Alarm>()

  const nowInMs = (): number => Date.now() + aheadInMs

  /** Timers may fire a millisecond early by this clock: then the rest is waited for. */
  function arm(alarm: Alarm): void {
    clearTimeout(alarm.timer)
    if (isStopped) return
    const waitInMs = alarm.timeInMs - nowInMs()
    if (waitInMs <= 0) {
      alarms.delete(alarm)
      alarm.run()
      return
    }
    alarm.timer = setTimeout(() => arm(alarm), Math.min(waitInMs, longestTimerInMs))
    alarm.timer.unref()
  }

  return {
    nowInMs,
    nowInSeconds: () => Math.floor(nowInMs() / 1000),
    aheadInMs: () => aheadInMs,
    advance(byInMs) {
      aheadInMs += byInMs
      const byTime = [...alarms].sort((one, other) => one.timeInMs - other.timeInMs)
      for (const alarm of byTime) if (alarms.has(alarm)) arm(alarm)
    },
    at(timeInMs, run) {
      const alarm: Alarm = { timeInMs, run }
      alarms.add(alarm)
      arm(alarm)
    },
    stop() {
      isStopped = true
      for (const { timer } of alarms) clearTimeout(timer)
    },
  }
}
