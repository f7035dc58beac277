import { Worker } from 'node:worker_threads'
import { SHARE_PICTURE_TYPE } from '#lib/catalog/rules/share-picture.ts'
import type { Captured } from '#lib/server/page.ts'

/** Turns an answer that says what a picture shows into the picture; any other answer stays what it is. */
export type DrawPicture = (captured: Captured) => Promise<Captured>

const IDLE_MS = 20_000
const TIMEOUT_MS = 20_000

type Waiting = { resolve: (png: Uint8Array) => void; reject: (error: Error) => void; timer: NodeJS.Timeout }
type Drawn = { id: number; png: Uint8Array; error?: undefined } | { id: number; error: string }

/**
 * Draws pictures in a thread of its own: a picture takes a tenth of a second, in which everybody else would wait. The thread
 * begins with the first picture and ends when none was wanted for a while, with all the memory that it took.
 */
export function makeDrawPicture(root: string): DrawPicture {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let last = 0

  const end = (error: Error) => {
    const ended = worker
    worker = null
    void ended?.terminate()
    for (const [id, one] of waiting) {
      waiting.delete(id)
      clearTimeout(one.timer)
      one.reject(error)
    }
  }

  const begin = () => {
    // What the process was started with watches its input, which a thread does not have.
    const begun = new Worker(new URL('./draw-worker.ts', import.meta.url), { workerData: root, execArgv: [] })
    begun.unref()
    begun.on('message', (drawn: Drawn) => {
      const one = waiting.get(drawn.id)
      waiting.delete(drawn.id)
      clearTimeout(one?.timer)
      if (drawn.error === undefined) one?.resolve(drawn.png)
      else one?.reject(new Error(drawn.error))
    })
    begun.on('error', (error) => begun === worker && end(error))
    begun.on('exit', () => begun === worker && end(new Error('the thread that draws has ended')))

    return begun
  }

  const draw = (picture: unknown) =>
    new Promise<Uint8Array>((resolve, reject) => {
      worker ??= begin()
      last += 1
      const timer = setTimeout(() => end(new Error('a picture took too long')), TIMEOUT_MS)
      waiting.set(last, { resolve, reject, timer })
      worker.postMessage({ id: last, picture })
      clearTimeout(idle)
      idle = setTimeout(() => waiting.size === 0 && end(new Error('nothing to draw')), IDLE_MS)
      idle.unref()
    })

  return async (captured) => {
    if (captured.headers['content-type'] !== SHARE_PICTURE_TYPE) return captured
    const png = await draw(JSON.parse(captured.body.toString('utf8')))

    return { status: 200, headers: { 'content-type': 'image/png' }, body: Buffer.from(png) }
  }
}
