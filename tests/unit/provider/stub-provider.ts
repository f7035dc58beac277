import { createProvider, type Provider, type ProviderOptions } from '#lib/provider/index.ts'
import type { HttpAnswer, HttpRequest, Transport } from '#lib/provider/transport.ts'

export const SECRET = 'sandbox-secret-0001'
export const TOKEN = '10001-0123456789ABCDEF0123456789ABCDEF'

/** What the other side does with one request: an answer, or an error to throw. */
export type Reaction = HttpAnswer | Error | ((request: HttpRequest) => HttpAnswer | Promise<HttpAnswer>)

export type StubbedProvider = Provider & { requests: HttpRequest[]; expiredEpochs: number[]; droppedEpochs: number[] }

/** Returns an answer with a body of text, or of a value as JSON. */
export function anAnswer(body: unknown, status = 200): HttpAnswer {
  const text = typeof body === 'string' ? body : JSON.stringify(body)

  return { status, text, bytes: Buffer.byteLength(text) }
}

/** Returns a client whose requests meet the reactions in turn; the last one stays. */
export function aProvider(reactions: Reaction[], options: Partial<ProviderOptions> = {}): StubbedProvider {
  const requests: HttpRequest[] = []
  const expiredEpochs: number[] = []
  const droppedEpochs: number[] = []
  const provider = createProvider({
    baseUrl: 'https://upstream.test/base/',
    httpUrl: '',
    secret: SECRET,
    signForm: 'plain',
    tokens: {
      get: async () => ({ token: TOKEN, epoch: 7 }),
      expired: async (epoch) => {
        expiredEpochs.push(epoch)

        return { token: 'renewed-token', epoch: epoch + 1 }
      },
      drop: (epoch) => droppedEpochs.push(epoch),
    },
    retry: { initialDelayMs: 1, maxDelayMs: 1 },
    transport: aTransport(reactions, requests),
    ...options,
  })

  return { ...provider, requests, expiredEpochs, droppedEpochs }
}

function aTransport(reactions: Reaction[], requests: HttpRequest[]): Transport {
  return {
    close: async () => undefined,
    send: async (request) => {
      requests.push(request)
      const reaction = reactions[Math.min(requests.length, reactions.length) - 1]
      if (reaction === undefined) throw new Error('The stub has no reaction.')
      if (reaction instanceof Error) throw reaction

      return typeof reaction === 'function' ? reaction(request) : reaction
    },
  }
}
