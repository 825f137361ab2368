declare const __ONERUN_VERSION__: string;

/** Where the script of HTML reports lies beside the app, and its digest in base64. */
declare const __REPORT_SCRIPT__: { readonly file: string; readonly sha256: string };

declare module '*?url' {
  const address: string;
  export default address;
}
