'use client'

import { useTranslations } from 'next-intl'
import { useRef } from 'react'
import { ActionMessage } from '#components/ui/admin/form.tsx'
import { useAction } from '#components/ui/admin/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { addGuidePicture } from '#lib/content/client/guides.ts'
import { fitPhoto } from '#lib/settings/client/fit-photo.ts'
import { toBase64 } from '#lib/settings/client/settings.ts'
import { picturePath, type ShopPicture } from '#lib/settings/rules/brand.ts'

type InsertBarProps = { pictures: readonly ShopPicture[]; onInsert: (piece: string) => void }

/** What can be put into a text where the cursor stands: blocks of the shop, and pictures with their words. */
export function InsertBar({ pictures, onInsert }: InsertBarProps) {
  const t = useTranslations('admin-guides')
  const tLabel = useTranslations('admin.label')
  const block = (text: string) => () => onInsert(`\n\n${text}\n\n`)

  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <span className="a-meta">{t('insert.label')}</span>
        <Button size="small" onClick={block(':::plans japan')}>
          {tLabel('plans')}
        </Button>
        <Button size="small" onClick={block(`:::questions\n### ${t('insert.question')}\n${t('insert.answer')}\n:::`)}>
          {t('insert.questions')}
        </Button>
        <Button size="small" onClick={block(':::phone')}>
          {t('insert.phone')}
        </Button>
      </p>
      <details className="group">
        <summary className="flex min-h-[max(1.75rem,var(--a-ctl))] cursor-pointer list-none items-center gap-1.5 font-[550] [&::-webkit-details-marker]:hidden">
          <Icon name="down" className="size-3.5 -rotate-90 group-open:rotate-0 rtl:not-group-open:rotate-90" />
          {t('picture.title')}
        </summary>
        <PictureFields pictures={pictures} onInsert={onInsert} />
      </details>
    </div>
  )
}

function PictureFields({ pictures, onInsert }: InsertBarProps) {
  const t = useTranslations('admin-guides.picture')
  const tLabel = useTranslations('admin.label')
  const tRoom = useTranslations('admin-guides')
  const file = useRef<HTMLInputElement>(null)
  const words = useRef<HTMLInputElement>(null)
  const put = (picture: Pick<ShopPicture, 'hash' | 'type'>) => {
    const alt = words.current?.value.replaceAll(/[[\]\s]+/g, ' ').trim() ?? ''
    onInsert(`\n\n![${alt}](${picturePath(picture)})\n\n`)
    if (words.current) words.current.value = ''
    if (file.current) file.current.value = ''
  }
  const sending = useAction({
    send: async () => {
      const [picked] = file.current?.files ?? []

      return picked ? addGuidePicture(await toBase64(await fitPhoto(picked, 'guide'))) : null
    },
    roomTexts: tRoom,
    tell: (added) => (added ? t('added') : { tone: 'bad', text: t('missing') }),
    onDone: (added) => added && put(added),
  })

  return (
    <div className="grid gap-3 rounded-[8px] border border-line p-3">
      <TextField
        ref={words}
        id="picture-alt"
        label={t('alt')}
        hint={t('altHint')}
        maxLength={200}
        dir="auto"
        autoComplete="off"
      />
      <TextField
        ref={file}
        id="picture-file"
        type="file"
        accept="image/*"
        label={tLabel('picture')}
        hint={t('fileHint')}
      />
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <Button size="small" aria-disabled={sending.isSending || undefined} onClick={() => void sending.run()}>
          {t('send')}
        </Button>
      </p>
      <ActionMessage message={sending.message} variant="line" />
      {pictures.length > 0 ? (
        <ul className="flex flex-wrap gap-2" aria-label={t('known')}>
          {pictures.map(({ hash, type, width, height }, place) => (
            <li key={hash}>
              <button
                type="button"
                className="rounded-[6px] border border-line-control bg-card p-[3px] *:h-14 *:w-auto *:max-w-32 *:object-cover"
                aria-label={t('put', { number: place + 1 })}
                onClick={() => put({ hash, type })}
              >
                <img src={picturePath({ hash, type })} {...{ width, height }} alt="" loading="lazy" decoding="async" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
