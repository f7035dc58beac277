import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type Action, useAction } from '#components/ui/admin/use-action.ts'

/** Does something about prices, then shows the page anew, at another address where the work returns one. */
export function usePricing(): Action<() => Promise<string | null>> {
  const t = useTranslations('admin-pricing')
  const router = useRouter()

  return useAction({
    send: (work: () => Promise<string | null>) => work(),
    roomTexts: t,
    tell: () => null,
    onDone: (address) => {
      if (address) router.push(address as never)
    },
  })
}
