import type { z } from 'zod'
import type { ProviderErrorKind } from '#lib/provider/rules/provider-failure.ts'
import type { SignParams } from '#lib/provider/sign.ts'

/** Parameters read in our words, given out in the provider's; empty ones are left out later. */
export type ParamsSchema = z.ZodType<SignParams>

/** Everything the client knows about one operation of the provider. */
export type Endpoint<Params extends ParamsSchema, Wire extends z.ZodType, Result> = {
  /** Our name, as it stands in errors and call records. */
  name: string
  method: 'GET' | 'POST'
  path: `/${string}`
  /** Input in our words; the output is what is signed and sent. */
  params: Params
  /** Reads the envelope's `data`, which may be absent. A failure makes a successful answer a `bad_response`. */
  data: Wire
  toResult: (wire: z.output<Wire>, params: z.output<Params>) => Result
  /** `read` may be repeated. `once` spends money or forfeits a right: one send, no retry, a connection of its own. */
  effect: 'read' | 'once'
  /** `token` (default) sends token and signature, `signature` only the latter, `none` neither. */
  auth?: 'token' | 'signature' | 'none'
  /** `0` nearly everywhere. Login and eSIM detail answer `1`. */
  successCode?: 0 | 1
  /** Codes that mean something else here than in the common table. */
  kinds?: Partial<Record<number, ProviderErrorKind>>
  /** `http` endpoints have a base address of their own and are off without it. */
  base?: 'http'
  /** POST bodies are forms, except where the provider wants JSON. */
  body?: 'json'
  /** The time limit, where it is not that of the effect. */
  limit?: 'login'
}

/** Returns the description as it is; it exists to infer the three types. */
export function defineEndpoint<Params extends ParamsSchema, Wire extends z.ZodType, Result>(
  endpoint: Endpoint<Params, Wire, Result>,
): Endpoint<Params, Wire, Result> {
  return endpoint
}
