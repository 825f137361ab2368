/** The port unless it is in use. The browser keeps data by address, so the address should stay the same. */
export const USUAL_PORT = 7345;
