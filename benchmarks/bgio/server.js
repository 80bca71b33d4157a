// boardgame.io's server with its store in memory, on loopback. usage: node server.js PORT
const { Server, Origins } = require("boardgame.io/server");
const pig = require("./pig.js");

const server = Server({ games: [pig], origins: [Origins.LOCALHOST] });
const listen = server.app.listen.bind(server.app);
server.app.listen = (port, ready) => listen(port, "127.0.0.1", ready);
server.run({ port: Number(process.argv[2]) }, () => console.log("ready"));
