declare const __ONERUN_VERSION__: string;

declare module '*?url' {
  const address: string;
  export default address;
}
