import { notFound } from 'next/navigation'

export function generateStaticParams() {
  return []
}

/** Every address that no page of the shop answers gets the shop's own "not found". */
export default function UnknownPage() {
  notFound()
}
