import { notFound } from 'next/navigation'

/** An address below a private one that leads nowhere. */
export default function UnknownAddress(): never {
  notFound()
}
