import { type CallLog, type FaultBoard, type FaultMix, newCallLog, newFaultBoard } from '#sandbox/upstream/faults.ts'
import type { World } from '#sandbox/upstream/world.ts'

/** The world plus what a restart forgets: the call log, the faults and the latency. */
export type Sandbox = {
  world: World
  log: CallLog
  board: FaultBoard
  mix: FaultMix | null
  latencyMs: number
  stop: AbortController
}

export function newSandbox(world: World): Sandbox {
  return { world, log: newCallLog(), board: newFaultBoard(), mix: null, latencyMs: 0, stop: new AbortController() }
}
