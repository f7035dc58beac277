import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { TransportError } from '#lib/provider/errors.ts'
import { createTransport, DEFAULT_LIMITS, type HttpRequest, type Limits, openFresh } from '#lib/provider/transport.ts'
import { failureAs } from '#tests/support/failures.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

function aTransport(limits: Partial<Limits> = {}) {
  const transport = createTransport({ ...DEFAULT_LIMITS, ...limits })
  onTestFinished(() => transport.close())

  return transport
}

function aRequest(url: string, overrides: Partial<HttpRequest> = {}): HttpRequest {
  return {
    method: 'POST',
    url: new URL('/order', url),
    headers: FORM,
    body: 'a=1',
    timeoutMs: 2_000,
    connection: 'fresh',
    ...overrides,
  }
}

const failureOf = failureAs(TransportError)

describe.each(['fresh', 'pooled'] as const)('on a %s connection', (connection) => {
  test('gives status, text and size of an answer', async () => {
    const server = await aServer((_request, response) => response.writeHead(502).end('é'))

    const answer = await aTransport().send(aRequest(server.url, { connection }))

    expect(answer).toEqual({ status: 502, text: 'é', bytes: 2 })
    expect(server.requests).toEqual([{ method: 'POST', url: '/order', body: 'a=1' }])
  })

  test('drops a byte order mark', async () => {
    const server = await aServer((_request, response) => response.end('\ufeff{}'))

    expect((await aTransport().send(aRequest(server.url, { connection }))).text).toBe('{}')
  })

  test('does not follow a redirect', async () => {
    const server = await aServer((_request, response) => response.writeHead(307, { location: '/elsewhere' }).end())

    expect((await aTransport().send(aRequest(server.url, { connection }))).status).toBe(307)
    expect(server.requests).toHaveLength(1)
  })

  test('proves that nothing was sent to a refused port', async () => {
    const port = await aClosedPort()

    const failure = await failureOf(aTransport().send(aRequest(`http://127.0.0.1:${port}`, { connection })))

    expect(failure.kind).toBe('not_sent')
    expect(failure.cause).toMatchObject({ code: 'ECONNREFUSED' })
  })

  test('proves that nothing was sent to a name that does not resolve', async () => {
    expect((await failureOf(aTransport().send(aRequest('http://no-such-host.invalid', { connection })))).kind).toBe(
      'not_sent',
    )
  })

  test('D7 ends a mute server at the limit', async () => {
    const server = await aTcpServer()
    const startedAt = performance.now()

    const failure = await failureOf(
      aTransport().send(aRequest(`http://127.0.0.1:${server.port}`, { connection, timeoutMs: 300 })),
    )

    expect(failure.kind).toBe('timeout')
    expect(performance.now() - startedAt).toBeGreaterThan(270)
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })

  test('D7 ends a dripping server at the limit', async () => {
    const server = await aServer((_request, response) => {
      response.write(' ')
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
    })

    const failure = await failureOf(aTransport().send(aRequest(server.url, { connection, timeoutMs: 1_000 })))

    expect(failure.kind).toBe('timeout')
    expect(failure.bytes).toBeGreaterThan(0)
  })

  test('D7 ends a server that stops in the middle at the limit', async () => {
    const server = await aServer((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"code"')
    })

    expect((await failureOf(aTransport().send(aRequest(server.url, { connection, timeoutMs: 300 })))).kind).toBe(
      'timeout',
    )
  })

  test('calls a reset after the request a network fault', async () => {
    const server = await aServer((request) => request.socket.resetAndDestroy())

    expect((await failureOf(aTransport().send(aRequest(server.url, { connection })))).kind).toBe('network')
    expect(server.requests).toHaveLength(1)
  })

  test('calls a body that ends early a network fault', async () => {
    const server = await aServer((request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{}', () => request.socket.end())
    })

    expect((await failureOf(aTransport().send(aRequest(server.url, { connection })))).kind).toBe('network')
  })

  test('stops reading a body that is too large', async () => {
    const server = await aServer((_request, response) => response.end('x'.repeat(4 * 1024 * 1024)))

    const failure = await failureOf(aTransport({ bodyBytes: 100_000 }).send(aRequest(server.url, { connection })))

    expect(failure.kind).toBe('bad_response')
    expect(failure.bytes).toBeLessThan(1024 * 1024)
  })

  test('stops in the middle when it is told to', async () => {
    const controller = new AbortController()
    const server = await aServer(() => controller.abort())

    const failure = await failureOf(aTransport().send(aRequest(server.url, { connection, signal: controller.signal })))

    expect(failure.kind).toBe('aborted')
  })
})

describe('a placement', () => {
  test('D7 proves that nothing was sent when TLS never completes', async () => {
    const server = await aTcpServer()
    const transport = aTransport({ connectMs: 400 })

    const failure = await failureOf(transport.send(aRequest(`https://127.0.0.1:${server.port}`, { timeoutMs: 5_000 })))

    expect(failure.kind).toBe('not_sent')
    expect(failure.cause).toMatchObject({ code: 'UND_ERR_CONNECT_TIMEOUT' })
    expect(Buffer.concat(server.received).toString('latin1')).not.toContain('/order')
  })

  test('proves that nothing was sent when the other side speaks no TLS', async () => {
    const server = await aTcpServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))

    const failure = await failureOf(aTransport().send(aRequest(`https://127.0.0.1:${server.port}`)))

    expect(failure.kind).toBe('not_sent')
    expect(Buffer.concat(server.received).toString('latin1')).not.toContain('/order')
  })

  test('proves that nothing was sent when the limit passes while connecting', async () => {
    const server = await aTcpServer()

    const failure = await failureOf(aTransport().send(aRequest(`https://127.0.0.1:${server.port}`, { timeoutMs: 200 })))

    expect(failure.kind).toBe('not_sent')
  })

  test('writes nothing when the permission is gone once the connection stands', async () => {
    const server = await aTcpServer()

    const failure = await failureOf(
      aTransport().send(aRequest(`http://127.0.0.1:${server.port}`, { mayStart: () => false })),
    )

    expect(failure.kind).toBe('not_sent')
    expect(server.received).toEqual([])
  })

  test('writes nothing when it was stopped before it began', async () => {
    const server = await aTcpServer()

    const failure = await failureOf(
      aTransport().send(aRequest(`http://127.0.0.1:${server.port}`, { signal: AbortSignal.abort() })),
    )

    expect(failure.kind).toBe('not_sent')
    expect(server.received).toEqual([])
  })

  test('uses a connection of its own every time, reads share theirs', async () => {
    const server = await aServer((_request, response) => response.end('{}'))
    const transport = aTransport()

    for (let i = 0; i < 3; i++) await transport.send(aRequest(server.url))
    expect(server.sockets.size).toBe(3)

    for (let i = 0; i < 9; i++) await transport.send(aRequest(server.url, { connection: 'pooled' }))
    expect(server.sockets.size).toBeLessThan(3 + 9)
  })

  test('never connects a second time after the other side hung up without a word', async () => {
    const server = await aTcpServer((socket) => socket.destroy())

    const failure = await failureOf(aTransport().send(aRequest(`http://127.0.0.1:${server.port}`)))

    expect(failure.kind).toBe('network')
    expect(server.sockets).toHaveLength(1)
  })

  test('D8 has a connection that refuses to be opened a second time', async () => {
    const server = await aServer((_request, response) => response.end('{}'))
    const { client, close } = openFresh(server.url, { connectMs: 1_000, mayStart: () => true })
    onTestFinished(close)
    const send = () => client.request({ method: 'GET', path: '/', reset: true }).then(({ body }) => body.text())

    expect(await send()).toBe('{}')
    await expect(send()).rejects.toThrow('used once')
    expect(server.requests).toHaveLength(1)
  })

  test('D7 leaves no socket behind', async () => {
    const server = await aServer((_request, response) => response.writeHead(200, { 'content-length': '9' }).write('{'))
    const transport = aTransport()

    await Promise.all([1, 2, 3].map(() => failureOf(transport.send(aRequest(server.url, { timeoutMs: 100 })))))

    await expect.poll(() => [...server.sockets].every((socket) => socket.destroyed)).toBe(true)
  })
})

type LocalServer = {
  url: string
  requests: { method: string; url: string; body: string }[]
  sockets: Set<Socket>
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Returns an HTTP server on a free port that notes every complete request; it ends with the test. */
async function aServer(handler: Handler): Promise<LocalServer> {
  const requests: LocalServer['requests'] = []
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      requests.push({ method: request.method ?? '', url: request.url ?? '', body })
      handler(request, response)
    })
  })
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })

  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, sockets }
}

/** Returns a TCP server that shows what arrives on its sockets and never answers unless told; it ends with the test. */
async function aTcpServer(onSocket: (socket: Socket) => void = () => undefined) {
  const received: Buffer[] = []
  const sockets: Socket[] = []
  const server = createTcpServer((socket) => {
    sockets.push(socket)
    socket.on('data', (chunk) => received.push(chunk))
    socket.on('error', () => undefined)
    onSocket(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })

  return { port: (server.address() as AddressInfo).port, received, sockets }
}

/** Returns a port on which nothing listens. */
async function aClosedPort(): Promise<number> {
  const server = createTcpServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))

  return port
}
