import net from 'node:net'

/** The preferred port when it is free (connection pools find the restarted server again), else any free one. */
export function freePort(preferred = 0) {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', (error) => (preferred ? freePort().then(resolve, reject) : reject(error)))
    server.listen(preferred, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
