import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushTarget } from '#lib/mail/rules/push.ts'

/** What a push service was asked to deliver. */
export type Delivery = { path: string; headers: IncomingHttpHeaders; body: Buffer }

/** How the service answers: a status, or not at all although it has read the message. */
type Answer = { status: number; headers?: Record<string, string> } | 'lost'

/** Starts one, at a port that the store was told beforehand or at any. */
export async function startPushService(port = 0) {
  const deliveries: Delivery[] = []
  const answers: Answer[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      deliveries.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
      const answer = answers.shift() ?? { status: 201 }
      if (answer === 'lost') return request.socket.destroy()
      response.writeHead(answer.status, answer.headers).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deliveries,
    /** The next messages are answered so, one after the other; every other one is taken. */
    answerNext: (...next: Answer[]) => void answers.push(...next),
    /** Forgets what it got, and how it was to answer. */
    reset: () => {
      deliveries.length = 0
      answers.length = 0
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A browser with a subscription at a service: only it can read what is sent to it. */
export type PushBrowser = { target: PushTarget; path: string; read: (delivery: Delivery) => Record<string, unknown> }

export function subscribeBrowser({ url }: Pick<PushService, 'url'>): PushBrowser {
  const own = createECDH('prime256v1')
  own.generateKeys()
  const auth = randomBytes(16)
  const path = `/push/${randomUUID()}`
  const keys = { p256dh: own.getPublicKey().toString('base64url'), auth: auth.toString('base64url') }

  return {
    path,
    target: { endpoint: `${url}${path}`, keys },
    read: ({ body }) => JSON.parse(decrypt(body, own, auth)) as Record<string, unknown>,
  }
}

const bytes = (secret: Buffer, salt: Buffer, info: string | Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** RFC 8291 over one record of RFC 8188, as a browser reads it: written here apart from what the store sends with. */
function decrypt(body: Buffer, own: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const idLength = body.readUInt8(20)
  const theirs = body.subarray(21, 21 + idLength)
  const record = body.subarray(21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), theirs])
  const secret = bytes(own.computeSecret(theirs), auth, info, 32)
  const key = bytes(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = bytes(secret, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])

  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}

/** Who sent a message, as RFC 8292 has it: the claims of its token, after the signature was checked with its own key. */
export function senderOf({ headers }: Delivery): { key: string; claims: Record<string, unknown> } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const at = (from: number, to: number) => point.subarray(from, to).toString('base64url')
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: at(1, 33), y: at(33, 65) }, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('The token was not signed with the key that it names.')

  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as Record<string, unknown> }
}

/** A push service over real HTTP. It keeps what it gets, encrypted as it came. */
export type PushService = Awaited<ReturnType<typeof startPushService>>
