import type { IncomingMessage } from 'node:http'

/** Headers with which a visitor could steer the framework, or pretend to be one of our own processes. */
const STEERING =
  /^(content-security-policy(-report-only)?|x-nonce|x-landfall-local|next-resume|next-url-override|x-matched-path|(x-middleware|x-internal|x-invoke|x-nextjs|x-now|x-vercel|x-prerender)-.*)$/

const FORWARDING = /^(forwarded|x-real-ip|x-forwarded-.*)$/

const LOOPBACK = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/

/** Tells whether a request was begun on this machine, and not handed on by a proxy that stands on it. */
export function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  const isHandedOn = Object.keys(headers).some((name) => name === 'via' || FORWARDING.test(name))

  return !isHandedOn && LOOPBACK.test(socket.remoteAddress ?? '')
}

/** Removes what no visitor may send. Without a trusted proxy, the address of the connection is the only one believed. */
export function cleanInbound(request: IncomingMessage, { trustProxy }: { trustProxy: boolean }): void {
  const isRefused = (name: string) => STEERING.test(name) || (!trustProxy && FORWARDING.test(name))
  for (const name of Object.keys(request.headers)) if (isRefused(name)) delete request.headers[name]
  const kept: string[] = []
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(at, at + 2)
    if (!isRefused(name.toLowerCase())) kept.push(name, value)
  }
  request.rawHeaders = kept
  if (!trustProxy) request.headers['x-forwarded-for'] = request.socket.remoteAddress ?? ''
}
