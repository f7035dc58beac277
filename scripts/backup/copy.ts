import { once } from 'node:events'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type pg from 'pg'

/** The part of the driver's connection that COPY speaks to. */
type Wire = {
  stream: Socket
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  sendCopyFail(reason: string): void
  endCopyFrom(): void
}

const BUFFERED_BYTES = 1 << 20
const SENT_AT_ONCE_BYTES = 1 << 16

const nothing = () => {}

/** Streams what a `COPY … TO STDOUT` gives: whole rows, each ended by a line feed. Never more than a buffer of it at once. */
export function copyOut(client: pg.Client, sql: string): Readable {
  let wire: Wire | null = null
  const rows = new Readable({ highWaterMark: BUFFERED_BYTES, read: () => void wire?.stream.resume() })
  submit(client, {
    submit: (connection) => {
      wire = connection
      connection.query(sql)
    },
    handleCopyData: ({ chunk }, connection) => {
      // The driver reuses its buffer, so a row that waits needs a copy of its own.
      if (!rows.push(Buffer.from(chunk))) connection.stream.pause()
    },
    handleCopyInResponse: nothing,
    handleCommandComplete: nothing,
    handleReadyForQuery: () => void rows.push(null),
    handleError: (error) => void rows.destroy(error),
  })

  return rows
}

/** Feeds a `COPY … FROM STDIN`. Returns how many rows the server took. */
export function copyIn(client: pg.Client, sql: string, chunks: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    let taken = 0
    let ownFault: unknown = null
    submit(client, {
      submit: (connection) => connection.query(sql),
      handleCopyInResponse: (connection) => {
        send(connection, chunks).catch((error: unknown) => {
          ownFault = error
          connection.sendCopyFail('stopped')
        })
      },
      handleCopyData: nothing,
      handleCommandComplete: ({ text }) => {
        taken = Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0)
      },
      handleReadyForQuery: () => resolve(taken),
      handleError: (error) => reject(ownFault ?? error),
    })
  })
}

async function send(connection: Wire, chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += SENT_AT_ONCE_BYTES) {
      connection.sendCopyFromChunk(chunk.subarray(start, start + SENT_AT_ONCE_BYTES))
    }
    if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
  }
  connection.endCopyFrom()
}

/** What the driver calls on a query of somebody else's making. */
type Query = {
  submit(connection: Wire): void
  handleCopyData(message: { chunk: Buffer }, connection: Wire): void
  handleCopyInResponse(connection: Wire): void
  handleCommandComplete(message: { text: string }): void
  handleReadyForQuery(): void
  handleError(error: Error): void
}

function submit(client: pg.Client, query: Query): void {
  client.query(query as unknown as pg.Submittable)
}
