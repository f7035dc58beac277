import { Agent, buildConnector, Client } from 'undici'

/** A pool for reads that remembers which errors happened before a connection existed. */
export type Pool = { agent: Agent; isConnectFailure: (error: unknown) => boolean }

/** A connection for one request. Until `isHandedOver()` is true, no byte of the request can have left. */
export type FreshConnection = { client: Client; isHandedOver: () => boolean; close: () => void }

const BASE = { pipelining: 1, headersTimeout: 0, bodyTimeout: 0 } as const

/** Returns a pool of kept connections, `size` for each origin at most. */
export function openPool({ connectMs, size }: { connectMs: number; size: number }): Pool {
  const connect = buildConnector({ timeout: connectMs, allowH2: false })
  const failures = new WeakSet<object>()
  const agent = new Agent({
    ...BASE,
    connections: size,
    connect: (options, callback) =>
      connect(options, (...[error, socket]) => {
        if (error === null) return callback(null, socket)
        failures.add(error)
        callback(error, null)
      }),
  })

  return { agent, isConnectFailure: (error) => typeof error === 'object' && error !== null && failures.has(error) }
}

/**
 * Returns a connection that serves one request.
 *
 * `mayStart` is asked when the connection stands and nothing is written yet; on `false` the socket is closed unused.
 * TLS is complete by then, so a failed name, refused port, time limit or certificate leaves `isHandedOver()` false.
 */
export function openFresh(origin: string, options: { connectMs: number; mayStart: () => boolean }): FreshConnection {
  const connect = buildConnector({ timeout: options.connectMs, allowH2: false, maxCachedSessions: 0 })
  let attempts = 0
  let handedOver = false
  let isClosed = false
  const client = new Client(origin, {
    ...BASE,
    connect: (target, callback) => {
      attempts += 1
      // A second connection could only serve to send the request again.
      if (attempts > 1) return callback(new Error('This connection is used once.'), null)
      connect(target, (...[error, socket]) => {
        if (error !== null) return callback(error, null)
        if (isClosed || !options.mayStart()) {
          socket.destroy()

          return callback(new Error('The call was no longer wanted when the connection stood.'), null)
        }
        handedOver = true
        callback(null, socket)
      })
    },
  })

  return {
    client,
    isHandedOver: () => handedOver,
    close: () => {
      isClosed = true
      // Closing is nobody's result: the answer, or the error, is already known.
      client.destroy().catch(() => undefined)
    },
  }
}
