const REMOTE_PICTURE = /(?:src|background)\s*=\s*["']?https?:|url\(\s*["']?https?:/i

/** Whether HTML shows pictures of other servers. */
export const hasRemotePictures = (html: string) => REMOTE_PICTURE.test(html)
