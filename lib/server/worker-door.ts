import type { RequestListener } from 'node:http'
import { cleanInbound, isFromThisMachine } from '#lib/server/inbound.ts'
import { sendText } from '#lib/server/send.ts'

const HEALTH = ['/api/health/live', '/api/health/ready']
const METRICS = '/api/metrics'

/**
 * Makes the listener of a process that only works: its health and its figures, at the addresses that a web process has
 * them, and nothing of the shop. It listens on this machine alone.
 */
export function makeWorkerDoor({ handler, secret }: { handler: RequestListener; secret: string }): RequestListener {
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return sendText(response, 405, 'Not allowed')
    const { url = '' } = request
    if (!HEALTH.includes(url) && url !== METRICS) return sendText(response, 404, 'Not found')
    const isLocal = isFromThisMachine(request)
    cleanInbound(request, { trustProxy: false })
    if (isLocal && url === METRICS) request.headers['x-landfall-local'] = secret
    handler(request, response)
  }
}
