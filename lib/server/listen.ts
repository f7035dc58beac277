import { createServer, type RequestListener, type Server } from 'node:http'

/** Opens the socket, with the limits that keep a slow or greedy visitor from holding it. */
export async function listen(listener: RequestListener, at: { port: number; host: string }): Promise<Server> {
  const server = createServer({ headersTimeout: 15_000, requestTimeout: 60_000, keepAliveTimeout: 20_000 }, listener)
  // No route speaks anything but HTTP.
  server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'))
  server.on('connect', (_, socket) => socket.end('HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\n\r\n'))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(at.port, at.host, resolve)
  })

  return server
}
