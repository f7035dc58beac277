import 'server-only'
import { randomUUID } from 'node:crypto'
import { type Callers, requireCaller } from '#lib/auth/caller.ts'
import { countWebhook } from '#lib/core/metrics.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import type { AnswerOf, BodyOf, Contract, ParamsOf, QueryOf } from '#lib/core/rules/contract.ts'
import { parseInput } from '#lib/core/rules/parse-input.ts'
import { currentTrace } from '#lib/core/trace.ts'
import { assertWithinLimit } from './rate-limit.ts'
import { toFailure, toReply } from './reply.ts'
import { assertOwnOrigin, type OnceKey, readJson, readOnce } from './request.ts'

/** An address without variable parts comes with params that resolve to `undefined`. */
type Context = { params: Promise<unknown> }
type Handler = (request: Request, context: Context) => Promise<Response>
type Served<C extends Contract> = {
  caller: Callers[C['spec']['caller']]
  params: ParamsOf<C>
  query: QueryOf<C>
  body: BodyOf<C>
  request: Request
} & (C['spec'] extends { once: true } ? { once: OnceKey } : unknown)

/**
 * Makes the handler of a call: own origin, caller, parsed input, parsed reply, one envelope.
 *
 * Answers `{ data }`, or `{ error: { code, message, details?, requestId } }` with the status of `code`.
 */
export function serve<C extends Contract>(
  contract: C,
  handle: (input: Served<C>) => Promise<AnswerOf<C> | Response>,
): Handler & { contract: C } {
  const { method, spec } = contract
  const handler = guarded(async (request, context) => {
    // Counted before anything else, so that refused requests count as well.
    if (spec.limit) await assertWithinLimit(spec.limit, request)
    if (method !== 'GET') assertOwnOrigin(request)
    const caller = await requireCaller(spec.caller)
    const params = parseInput(contract.params, (await context.params) ?? {})
    const query = spec.query && parseInput(spec.query, Object.fromEntries(new URL(request.url).searchParams))
    const body = method === 'GET' ? {} : parseInput(contract.body, await readJson(request, spec.maxBytes))
    const once = spec.once && readOnce(request, [params, body])
    const answer = await handle({ caller, params, query, body, request, once } as unknown as Served<C>)
    if (answer instanceof Response) return answer

    // Parsed on the way out too: a column that nobody meant to publish is dropped here.
    return toReply(spec.reply ? spec.reply.parse(answer) : {})
  })

  return Object.assign(handler, { contract })
}

/** Wraps an event of a provider: no origin and no caller, the service checks the signature over the raw body. */
export function webhook(handle: (request: Request) => Promise<void>): Handler {
  return guarded(async (request) => {
    await assertWithinLimit('webhooks', request)
    const provider = new URL(request.url).pathname.split('/').at(-1) ?? ''
    try {
      await handle(request)
    } catch (error) {
      countWebhook(provider, error instanceof AppError ? 'refused' : 'failed')
      throw error
    }
    countWebhook(provider, 'taken')

    return toReply({})
  })
}

/** Gives a handler of another shape the same envelope for its failures. */
export function guarded(handle: Handler): Handler {
  return async (request, context) => {
    const id = currentTrace().requestId ?? randomUUID()
    try {
      return await handle(request, context)
    } catch (error) {
      return toFailure(error, { id, route: new URL(request.url).pathname.replaceAll(/[a-z]{3}_\w+/g, '[id]') })
    }
  }
}
