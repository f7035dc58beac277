import { ExponentialBackoff, fullJitterGenerator, handleWhen, retry } from 'cockatiel'

/** How reads are repeated: pauses in milliseconds, and the retries a quiet client may spend before it must earn them. */
export type RetryOptions = { tries: number; initialDelayMs: number; maxDelayMs: number; reserve: number }

/** The rules where nothing else is given: three tries, and retries of about a tenth of the traffic. */
export const DEFAULT_RETRY: RetryOptions = { tries: 3, initialDelayMs: 250, maxDelayMs: 2_000, reserve: 20 }

const EARNED_PER_CALL = 0.1

/** Runs a read, again where that can help. */
export type Retrier = <Result>(run: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>

/**
 * Returns a runner that repeats failures for which `isRepeatable` is true, after a random pause that grows.
 *
 * Every call earns a tenth of a retry. Without that bound an outage would triple the load on a server that is down.
 */
export function createRetrier(isRepeatable: (error: unknown) => boolean, options: RetryOptions): Retrier {
  let budget = options.reserve
  const policy = retry(
    handleWhen((error) => budget >= 1 && isRepeatable(error)),
    {
      maxAttempts: options.tries - 1,
      backoff: new ExponentialBackoff({
        generator: fullJitterGenerator,
        initialDelay: options.initialDelayMs,
        maxDelay: options.maxDelayMs,
      }),
    },
  )
  policy.onRetry(() => {
    budget -= 1
  })

  return async (run, signal) => {
    budget = Math.min(options.reserve, budget + EARNED_PER_CALL)

    return policy.execute(run, signal)
  }
}
