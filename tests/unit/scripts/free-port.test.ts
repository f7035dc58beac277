import net from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from '#scripts/free-port.mjs'

const FIRST_LENT_PORT = 32_768

test('a port is none that the system may lend to an outgoing connection while its server restarts', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, () => freePort()))

  expect(Math.max(...ports)).toBeLessThan(FIRST_LENT_PORT)
})

test('the preferred port is kept while it is free, and left alone when it is taken', async () => {
  const preferred = await freePort()
  expect(await freePort(preferred)).toBe(preferred)

  const server = net.createServer().listen(preferred, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  expect(await freePort(preferred)).not.toBe(preferred)
  await new Promise((resolve) => server.close(resolve))
})
