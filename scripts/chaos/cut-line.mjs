import net from 'node:net'

/**
 * A line to a TCP server that can be cut: everything passes through, until `cut` resets every connection at once, in the
 * middle of whatever was being said. Answers the port to connect to.
 */
export async function openLine(target, port = 0) {
  const pairs = new Set()
  const server = net.createServer({ allowHalfOpen: true }, (inner) => {
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

  return {
    port: server.address().port,
    cut: () => {
      const count = pairs.size
      for (const pair of pairs) for (const socket of pair) socket.resetAndDestroy()
      pairs.clear()

      return count
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        for (const pair of pairs) for (const socket of pair) socket.destroy()
      }),
  }
}
