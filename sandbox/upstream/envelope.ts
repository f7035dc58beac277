import type { Endpoint, Outcome } from '#sandbox/upstream/endpoints/endpoint.ts'

/** These refusals carry their code as a number; all others as a text. */
const NUMERIC_REFUSALS = new Set([-2, -10, -30])

/** The JSON body of an answer. A refusal has its `data` left out, null or empty, depending on the code. */
export function toEnvelope(endpoint: Endpoint, outcome: Outcome): Record<string, unknown> {
  const detail = endpoint.access === 'listed'
  if (outcome.ok) {
    return {
      code: endpoint.success,
      message: outcome.data === null ? 'success' : 'Successful',
      data: outcome.data,
      ...(detail && { status: 'Success' }),
    }
  }
  const { code, message } = outcome
  if (detail) return { code, message, data: null, status: 'Fail' }
  if (endpoint.access === 'login') return { code, message, data: null }
  const shown = NUMERIC_REFUSALS.has(code) ? code : String(code)
  if (code === -1) return { code: shown, message }

  return { code: shown, message, data: code === -30 ? '' : null }
}
