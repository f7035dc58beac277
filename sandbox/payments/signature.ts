import { createHmac, timingSafeEqual } from 'node:crypto'

export function signatureHeader(body: string, secret: string, stampSeconds: number): string {
  const digest = createHmac('sha256', secret).update(`${stampSeconds}.${body}`).digest('hex')

  return `t=${stampSeconds},v1=${digest}`
}

export function isBearer(header: string | undefined, key: string): boolean {
  const given = Buffer.from(header ?? '')
  const expected = Buffer.from(`Bearer ${key}`)

  return given.length === expected.length && timingSafeEqual(given, expected)
}
