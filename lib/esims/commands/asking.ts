import 'server-only'
import { AppError } from '#lib/core/rules/app-error.ts'
import { isUpstreamFailure } from '#lib/provider/rules/upstream-failure.ts'

/** As an `AppError` for a person: `upstream_unavailable` when the upstream gave no answer. */
export async function asking<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error
    throw new AppError('upstream_unavailable', `The upstream gave no answer: ${error.kind}.`, undefined, {
      cause: error,
    })
  }
}
