import * as z from 'zod'

export interface VideoProviderSettings {
  youtubeOembedUrl: string
  vimeoOembedUrl: string
}

export type EmbeddingProblem = 'embedding_forbidden' | 'private' | 'removed' | 'invalid_id'

/** Null: the provider says nothing against it, or cannot be asked. */
export type CheckEmbedding = (video: {
  provider: 'youtube' | 'vimeo'
  /** The video's own page. */
  pageUrl: string
}) => Promise<EmbeddingProblem | null>

const timeoutInMs = 4_000
const byStatus: Record<number, EmbeddingProblem> = {
  400: 'invalid_id',
  401: 'embedding_forbidden',
  403: 'private',
  404: 'removed',
}
/** Vimeo says so of a video that its owner lets play on other sites only. */
const answer = z.object({ domain_status_code: z.number().optional() })

/** Asks YouTube and Vimeo by oEmbed whether a video may be played on our pages. */
export function createEmbeddingCheck(
  settings: VideoProviderSettings,
  publicUrl: () => string,
): CheckEmbedding {
  return async ({ provider, pageUrl }) => {
    const address = new URL(
      provider === 'youtube' ? settings.youtubeOembedUrl : settings.vimeoOembedUrl,
    )
    address.search = new URLSearchParams({ url: pageUrl, format: 'json' }).toString()
    try {
      const response = await fetch(address, {
        headers: { accept: 'application/json', referer: publicUrl() },
        signal: AbortSignal.timeout(timeoutInMs),
      })
      if (!response.ok) {
        await response.body?.cancel()
        return byStatus[response.status] ?? null
      }
      const { domain_status_code } = answer.parse(await response.json())
      return domain_status_code === 403 ? 'embedding_forbidden' : null
    } catch {
      return null // no network, no answer in time, or one that makes no sense: no opinion
    }
  }
}
