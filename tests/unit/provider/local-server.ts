import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export type LocalServer = {
  url: string
  requests: { method: string; url: string; body: string }[]
  sockets: Set<Socket>
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Returns an HTTP server on a free port that notes every complete request; it ends with the test. */
export async function aServer(handler: Handler): Promise<LocalServer> {
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
export async function aTcpServer(onSocket: (socket: Socket) => void = () => undefined) {
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
export async function aClosedPort(): Promise<number> {
  const server = createTcpServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))

  return port
}
