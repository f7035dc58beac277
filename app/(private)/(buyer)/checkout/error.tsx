'use client'

import { ErrorPanel } from '#components/orders/error-panel.tsx'

type Props = { error: Error & { digest?: string }; retry: () => void }

export default function CheckoutError({ error, retry }: Props) {
  return <ErrorPanel reference={error.digest ?? null} onRetry={retry} />
}
