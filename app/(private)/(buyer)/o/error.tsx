'use client'

import { ErrorPanel } from '#components/orders/error-panel.tsx'

type Props = { error: Error & { digest?: string }; reset: () => void }

export default function OrderError({ error, reset }: Props) {
  return <ErrorPanel reference={error.digest ?? null} onRetry={reset} />
}
