import { connect } from 'node:net'

/** A request as bytes: nothing cleans its address or its headers on the way out. */
export type RawRequest = {
  method: string
  target: string
  headers: [name: string, value: string][]
  body: Buffer | null
}

/** `status` 0: the connection ended without an answer. `isTorn`: the answer ended before its body was whole. */
type RawAnswer = { status: number; text: string; isTorn: boolean }

const PATIENCE_MS = 60_000

/** Sends one request over a connection of its own and reads the whole answer. */
export function sendRaw(port: number, { method, target, headers, body }: RawRequest): Promise<RawAnswer> {
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    'connection: close',
    ...(body ? [`content-length: ${body.length}`] : []),
  ]

  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'))
      if (body) socket.write(body)
    })
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('no answer came')))
    socket.on('data', (chunk) => chunks.push(chunk))
    // A server that refuses by the head may close while the body is still on its way.
    socket.on('error', (error) => ('code' in error ? socket.destroy() : reject(error)))
    socket.on('close', () => resolve(read(Buffer.concat(chunks))))
  })
}

function read(bytes: Buffer): RawAnswer {
  const text = bytes.toString('latin1')
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  const isChunked = /\r\ntransfer-encoding: chunked/i.test(head)
  const isTorn = isChunked ? !body.endsWith('0\r\n\r\n') : length !== undefined && body.length < Number(length)

  return { status, text: text.slice(0, 2_000), isTorn: status === 200 && isTorn }
}
