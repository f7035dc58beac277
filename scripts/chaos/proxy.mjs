import net from 'node:net'

/**
 * A proxy before a TCP server that can be cut: everything passes through, until `cut` resets every connection at once, in the
 * middle of whatever was being said. While it is blocked, whoever connects is thrown out; `tries` says when that was.
 */
export async function openProxy(target, port = 0) {
  const pairs = new Set()
  const tries = []
  let isBlocked = false
  const server = net.createServer({ allowHalfOpen: true }, (inner) => {
    if (isBlocked) {
      tries.push(Date.now())
      inner.on('error', () => {})
      inner.resetAndDestroy()

      return
    }
    const outer = net.connect({ ...target, allowHalfOpen: true })
    const pair = [inner, outer]
    pairs.add(pair)
    const drop = () => {
      if (!pairs.delete(pair)) return
      for (const socket of pair) socket.destroy()
    }
    for (const socket of pair) {
      socket.setNoDelay(true)
      socket.on('error', drop)
      socket.on('close', drop)
    }
    inner.pipe(outer)
    outer.pipe(inner)
  })
  await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })

  const cut = () => {
    const count = pairs.size
    for (const pair of pairs) for (const socket of pair) socket.resetAndDestroy()
    pairs.clear()

    return count
  }

  /** Nobody hears the other end of a connection that is there now any more, nor that it is gone; new ones pass. */
  const silence = () => {
    for (const pair of pairs) for (const socket of pair) socket.unpipe().resume()

    return pairs.size
  }

  return {
    port: server.address().port,
    tries,
    cut,
    silence,
    block: () => {
      isBlocked = true
      cut()
    },
    unblock: () => {
      isBlocked = false
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        for (const pair of pairs) for (const socket of pair) socket.destroy()
      }),
  }
}
