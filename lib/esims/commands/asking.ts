import 'server-only'
import { AppError } from '#lib/core/rules/app-error.ts'
import { isProviderFailure } from '#lib/provider/rules/provider-failure.ts'

/** As an `AppError` for a person: `upstream_unavailable` when the provider gave no answer. */
export async function asking<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (!isProviderFailure(error)) throw error
    throw new AppError('upstream_unavailable', `The upstream gave no answer: ${error.kind}.`, undefined, {
      cause: error,
    })
  }
}
