import pg from 'pg'

/**
 * Runs work on a connection of its own, and ends it. One that breaks rejects the statement under way; unheard, it would
 * end the process as well.
 *
 * @template Result
 * @param {import('pg').ClientConfig} config
 * @param {(client: import('pg').Client) => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withClient(config, work) {
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
