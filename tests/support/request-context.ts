import { AsyncLocalStorage } from 'node:async_hooks'

// Stands in for what a handler asks the framework for: outside of a server there is no request to read it from.

/** The cookies of whoever asks. */
export const jar = new Map<string, string>()

/** The cookies of one of several who ask at the same time. */
export const ownJar = new AsyncLocalStorage<Record<string, string>>()

// `next/headers`
export async function cookies() {
  const get = (name: string) => {
    const own = ownJar.getStore()
    const value = own ? own[name] : jar.get(name)

    return value === undefined ? undefined : { name, value }
  }

  return { get }
}

export async function headers(): Promise<Headers> {
  return new Headers()
}

// `next/navigation`
export function redirect(to: string): never {
  throw new Error(`redirect ${to}`)
}

export function notFound(): never {
  throw new Error('not found')
}

// `next-intl/server`: the language is noted for the pages of a request, and there is no page here.
export function setRequestLocale(): void {}
