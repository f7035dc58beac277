import Stripe from 'stripe'

export type StripeEvent = { id: string; type: string; object: Record<string, unknown> }
export type Hook = { payload: string; header: string }
export type HookOptions = { secret?: string; timestamp?: number }

export type Hooks = {
  /** A body and the header that Stripe would send with it. */
  sign: (event: StripeEvent, options?: HookOptions) => Hook
  /** Delivers over HTTP and tells the status of the answer. */
  send: (hook: Hook) => Promise<number>
}

export function hooksOf({ webhookSecret, webhookUrl = '' }: { webhookSecret: string; webhookUrl?: string }): Hooks {
  return {
    sign: ({ id, type, object }, { secret = webhookSecret, timestamp } = {}) => {
      const payload = JSON.stringify({ id, object: 'event', type, livemode: false, data: { object } }, null, 2)
      const stamp = timestamp === undefined ? {} : { timestamp }

      return { payload, header: Stripe.webhooks.generateTestHeaderString({ payload, secret, ...stamp }) }
    },

    send: async ({ payload, header }) => {
      const response = await fetch(webhookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': header },
        body: payload,
      })
      await response.arrayBuffer()

      return response.status
    },
  }
}
