/** A reason not to start that the operator can act on: shown as one item, without a stack. */
export class StartError extends Error {}

/** Runs a command's main function; a `StartError` ends it with its one item and exit code 1. */
export async function runCommand(main) {
  try {
    await main()
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    printFailure(error.message)
    process.exit(1)
  }
}

const isSet = (text) => (text ?? '').trim() !== ''

/** Whether the environment makes a live store, before anything of it was checked. */
function isLive(env) {
  return isSet(env.STORE_MODE) ? env.STORE_MODE === 'live' : isSet(env.RESELLER_API_URL)
}

/** One item of the supervisor's log. */
export function toLogLine(msg, fields = {}) {
  return JSON.stringify({ level: 30, time: new Date().toISOString(), ...fields, msg })
}

/**
 * Makes what the supervisor says things with: words and the seconds since its start for whoever tries the store, one
 * JSON line per event for what collects the logs of a live one.
 */
export function makePrinter(env = process.env) {
  const began = Date.now()
  if (isLive(env)) return (text) => console.log(toLogLine(text))

  return (text) => console.log(`[${((Date.now() - began) / 1000).toFixed(1)} s] ${text}`)
}

/** Tells why a store does not start: in words to a person, as a line of the log where nobody looks on. */
export function printFailure(message, env = process.env) {
  console.error(
    isLive(env) && !process.stderr.isTTY ? toLogLine('not started', { level: 50, reason: message }) : message,
  )
}
