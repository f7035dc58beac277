import 'server-only'
import { statfs } from 'node:fs/promises'
import { embeddedDatabase } from '#lib/core/env.ts'

const MEGABYTE = 1_000_000

/** Reads the volume of the embedded database. `null` with a server of the operator's own: nobody here sees its disk. */
export async function readFreeDisk(): Promise<{ freeMb: number; totalMb: number } | null> {
  const directory = embeddedDatabase()
  if (directory === null) return null
  try {
    const { bavail, blocks, bsize } = await statfs(directory)

    return { freeMb: Math.floor((bavail * bsize) / MEGABYTE), totalMb: Math.floor((blocks * bsize) / MEGABYTE) }
  } catch {
    // A directory that cannot be read says nothing about its volume.
    return null
  }
}
