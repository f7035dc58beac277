import type { RequestListener } from 'node:http'
import { cleanInbound, isFromThisMachine } from '#lib/server/admission.ts'
import { sendText } from '#lib/server/send.ts'

const OPEN = '/api/health/live'
/** What says more to this machine than to a stranger. */
const FOR_MONITORS = ['/api/metrics', '/api/health/ready']

/**
 * Makes the listener of a process that only works: its health and its figures, at the addresses that a web process has
 * them, and nothing of the shop. It listens on this machine alone.
 */
export function makeWorkerServer({ handler, secret }: { handler: RequestListener; secret: string }): RequestListener {
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return sendText(response, 405, 'Not allowed')
    const { url = '' } = request
    if (url !== OPEN && !FOR_MONITORS.includes(url)) return sendText(response, 404, 'Not found')
    const isLocal = isFromThisMachine(request)
    cleanInbound(request, { trustProxy: false })
    if (isLocal && FOR_MONITORS.includes(url)) request.headers['x-landfall-local'] = secret
    handler(request, response)
  }
}
