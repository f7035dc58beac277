'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type MouseEvent, useState } from 'react'
import { MadeShare } from '#components/shares/made-share.tsx'
import { ShareLine } from '#components/shares/share-line.tsx'
import { useFreshOnReturn } from '#components/shares/use-fresh-on-return.ts'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { toFailure } from '#lib/client/ask.ts'
import { keepPlace } from '#lib/client/keep-place.ts'
import { type MadeShare as Made, shareEsim, swapShare, takeShareBack } from '#lib/client/shares.ts'
import { isLive, type ShareView } from '#lib/domain/shares.ts'

type ShareBoxProps = {
  card: { id: string; isSealed: boolean }
  destination: string
  share: ShareView | null
  /** Who it is for, as the field above says. */
  name: string
  onName: (name: string) => void
}
type Asked = 'swap' | 'take_back' | null
type Failure = 'failed' | 'changed' | null

/** Gives an eSIM to one person, to somebody else, or takes it back. */
export function ShareBox({ card, destination, share, name, onName }: ShareBoxProps) {
  const t = useTranslations('share')
  const router = useRouter()
  const [made, setMade] = useState<Made | null>(null)
  const [asked, setAsked] = useState<Asked>(null)
  const [other, setOther] = useState('')
  const [isSending, setIsSending] = useState(false)
  const [failure, setFailure] = useState<Failure>(null)
  const live = share && isLive(share) ? share : null
  useFreshOnReturn(live !== null)
  // The page learns of it a moment later; one that has ended since is not shown any more.
  const shown = live || share?.id !== made?.id ? made : null

  const send = async (act: () => Promise<Made | null>) => {
    setIsSending(true)
    setFailure(null)
    try {
      setMade(await act())
      setAsked(null)
    } catch (thrown) {
      setFailure(toFailure(thrown).code === 'conflict' ? 'changed' : 'failed')
    } finally {
      setIsSending(false)
      router.refresh()
    }
  }
  const leave = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    keepPlace(currentTarget, `#asks-${card.id} .btn`)
    setAsked(null)
  }
  const swap = async (id: string) => {
    const answer = await swapShare(id, other.trim())
    onName(other.trim())
    setOther('')

    return answer
  }
  const takeBack = async (id: string) => {
    await takeShareBack(id)

    return null
  }

  return (
    <div className="stack share-box">
      <h3 id={`give-${card.id}`}>{t('give.heading')}</h3>
      {share ? <ShareLine share={share} /> : null}
      {shown ? <MadeShare key={shown.id} made={shown} destination={destination} /> : null}
      {failure ? (
        <Notice tone="bad" role="alert">
          {t(failure)}
        </Notice>
      ) : null}
      {live || shown ? null : (
        <>
          <p>{t(card.isSealed ? 'give.body' : 'give.opened')}</p>
          <p className="actions">
            <Button
              size="small"
              tone="ink"
              disabled={isSending}
              onClick={() => void send(() => shareEsim(card.id, name))}
            >
              <Icon name="person" />
              {t(isSending ? 'give.making' : 'give.make')}
            </Button>
          </p>
        </>
      )}
      {live && asked === null ? (
        <p className="actions" id={`asks-${card.id}`}>
          {card.isSealed ? (
            <Button
              size="small"
              onClick={(event) => {
                keepPlace(event.currentTarget, `#other-${card.id}`)
                setAsked('swap')
              }}
            >
              {t('swap.ask')}
            </Button>
          ) : null}
          <Button
            size="small"
            onClick={(event) => {
              keepPlace(event.currentTarget, `#leave-${card.id}`)
              setAsked('take_back')
            }}
          >
            {t('back.ask')}
          </Button>
        </p>
      ) : null}
      {live && asked === 'swap' ? (
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault()
            void send(() => swap(live.id))
          }}
        >
          <TextField
            id={`other-${card.id}`}
            label={t('swap.name')}
            hint={t('swap.hint')}
            value={other}
            maxLength={80}
            autoComplete="off"
            onChange={(event) => setOther(event.target.value)}
          />
          <p className="actions">
            <Button size="small" tone="ink" type="submit" disabled={isSending}>
              {t('swap.make')}
            </Button>
            <Button size="small" onClick={leave}>
              {t('leave')}
            </Button>
          </p>
        </form>
      ) : null}
      {live && asked === 'take_back' ? (
        <div className="stack">
          <p>{t(card.isSealed ? 'back.body' : 'back.opened')}</p>
          <p className="actions">
            <Button
              size="small"
              tone="ink"
              disabled={isSending}
              onClick={(event) => {
                keepPlace(event.currentTarget, `#give-${card.id}`)
                void send(() => takeBack(live.id))
              }}
            >
              {t('back.yes')}
            </Button>
            <Button id={`leave-${card.id}`} size="small" onClick={leave}>
              {t('leave')}
            </Button>
          </p>
        </div>
      ) : null}
    </div>
  )
}
