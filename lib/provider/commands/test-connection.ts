import 'server-only'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { currentProvider, requireSession } from '#lib/provider/commands/current-provider.ts'
import { checkStock, listPlans, listSkus } from '#lib/provider/index.ts'
import { isProviderFailure, type ProviderErrorKind } from '#lib/provider/rules/provider-failure.ts'

/** The four questions, in their order; each needs the one before. */
export type ConnectionStep = 'session' | 'products' | 'plans' | 'stock'

/** How a question was answered. `problem` is null when all is well; `count` is how much came, where that is a number. */
export type StepResult = {
  step: ConnectionStep
  problem: ProviderErrorKind | 'no_session' | 'nothing_listed' | null
  code: number | null
  count: number | null
  latencyMs: number
}

/**
 * Asks the configured provider for a session, its products, the plans of one, and the stock of one plan.
 *
 * It buys nothing, and logs in only when there is no session to use. The list ends with the first problem. Throws
 * `forbidden`.
 */
export async function testConnection(caller: Caller): Promise<StepResult[]> {
  const staff = requirePermission(caller, 'connection.test')
  await recordAudit({ actor: actorOf(staff), role: staff.role, act: 'connection.tested', subject: 'network' })
  const results: StepResult[] = []
  const ask = async <Answer>(
    step: ConnectionStep,
    question: () => Promise<Answer>,
    count: (answer: Answer) => number,
  ) => {
    const startedAt = performance.now()
    try {
      const answer = await question()
      const found = count(answer)
      results.push({ step, ...toResult(found, startedAt) })

      return found === 0 ? null : answer
    } catch (error) {
      results.push({ step, ...toProblem(error), count: null, latencyMs: since(startedAt) })

      return null
    }
  }

  const client = currentProvider()
  if ((await ask('session', requireSession, ({ epoch }) => epoch)) === null) return results
  const skus = await ask(
    'products',
    () => client.call(listSkus, {}),
    ({ length }) => length,
  )
  const skuId = skus?.[0]?.skuId
  if (skuId === undefined) return results
  const list = await ask(
    'plans',
    () => client.call(listPlans, { skuId }),
    ({ plans }) => plans.length,
  )
  const priceId = list?.plans[0]?.priceId
  if (priceId === undefined) return results
  await ask(
    'stock',
    () => client.call(checkStock, { skuId, priceId, count: 1 }),
    () => 1,
  )

  return results
}

function toResult(count: number, startedAt: number): Omit<StepResult, 'step'> {
  return { problem: count === 0 ? 'nothing_listed' : null, code: null, count, latencyMs: since(startedAt) }
}

function toProblem(error: unknown): Pick<StepResult, 'problem' | 'code'> {
  if (isProviderFailure(error)) return { problem: error.kind, code: error.code }
  // The reason why there is no session stands below the sentence that says so.
  if (error instanceof Error && isProviderFailure(error.cause)) {
    return { problem: error.cause.kind, code: error.cause.code }
  }

  return { problem: 'no_session', code: null }
}

function since(startedAt: number): number {
  return Math.round(performance.now() - startedAt)
}
