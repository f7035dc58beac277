import { printFailure } from './say.mjs'

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
